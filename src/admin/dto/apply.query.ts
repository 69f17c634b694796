import { OneOf } from '../../platform/http/requests/validators.js';

export class ApplyQuery {
  @OneOf(['true', 'false'], {
    description: 'Whether the answer only says what would change, with all problems, and nothing is kept.',
    default: 'false',
  })
  dry_run?: string;
}

export function toDryRun({ dry_run }: ApplyQuery): boolean {
  return dry_run === 'true';
}
