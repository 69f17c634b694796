import { Injectable } from '@nestjs/common';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { ReportGeneration } from '../entities/report.entity.js';
import { ARE_OUTDATED, BEGIN_NEXT, END_OUTDATED, IS_WHOLE, KEEP } from './report-counts.sql.js';

@Injectable()
export class ReportGenerations extends TenantRepository {
  /** Tells whether the counts are being made anew, or should be, because the workspace has another time zone. */
  async areOutdated(scope: TenantScope): Promise<boolean> {
    return (await this.queryOne<{ areOutdated: boolean }>(scope, ARE_OUTDATED))?.areOutdated ?? false;
  }

  /** Begins counts anew, unless that was begun already. `position`: what is shown has counted the events up to this one. */
  async beginNext(inner: InnerScope, position: string, isForced: boolean): Promise<boolean> {
    await this.query(inner, END_OUTDATED);
    if ((await this.query(inner, BEGIN_NEXT, [position, isForced])).length === 0) return false;
    await this.query(inner, KEEP);
    return true;
  }

  /** Tells whether counts are being made anew. */
  async hasNext(scope: TenantScope | InnerScope): Promise<boolean> {
    return (
      (await this.selectOne(scope, ReportGeneration, ['generation'], { where: { isLive: false } })) !== null
    );
  }

  /** Tells whether the next counts can be shown: nobody has deleted entries since they were begun. */
  async isWhole(inner: InnerScope): Promise<boolean> {
    return (await this.queryOne<{ isWhole: boolean }>(inner, IS_WHOLE))?.isWhole ?? false;
  }

  async endNext(inner: InnerScope): Promise<void> {
    await this.delete(inner, ReportGeneration, { isLive: false });
  }

  /** Shows the next counts instead of those before, which are deleted. */
  async showNext(inner: InnerScope): Promise<void> {
    await this.delete(inner, ReportGeneration, { isLive: true });
    await this.update(inner, ReportGeneration, { isLive: false }, { isLive: true });
  }
}
