import { Injectable } from '@nestjs/common';
import { EveryWorkspaceReader } from '../../events/readers/every-workspace-reader.js';
import { EventReader, type EventRange } from '../../events/readers/event-reader.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { BEGIN, COUNT } from './report-counts.sql.js';

/** A report counts what waits, so the background need not hurry. */
const PAUSE_MS = 2_000;

/** Counts what tickets did, from the first event on, for the reports that are shown [rule 23]. It reads in every workspace. */
@Injectable()
export class ReportReader extends EveryWorkspaceReader {
  readonly reader = 'reports';
  readonly pauseMs = PAUSE_MS;

  protected async beginReading(inner: InnerScope): Promise<boolean> {
    const isNew = (await this.query(inner, BEGIN)).length > 0;
    if (isNew) await this.begin(inner, 0);
    return false;
  }

  protected async read(inner: InnerScope, range: EventRange): Promise<boolean> {
    const [part] = await this.query<Part>(inner, COUNT, [range.after, range.until, true]);
    if (part && part.until !== range.until) await this.goTo(inner, part.until);
    return false;
  }
}

/** Counts everything once more, while reports show what was counted before. */
@Injectable()
export class NextReportReader extends EventReader {
  readonly reader = 'reports.next';

  protected async read(inner: InnerScope, range: EventRange): Promise<boolean> {
    const [part] = await this.query<Part>(inner, COUNT, [range.after, range.until, false]);
    if (part && part.until !== range.until) await this.goTo(inner, part.until);
    return false;
  }
}

interface Part {
  readonly until: string;
}
