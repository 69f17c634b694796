import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OperatorKeyDto } from '../../auth/dto/operator-key.dto.js';
import { BUT_NAMED, isKeyScope, KEY_SCOPES } from '../../auth/scopes.js';
import {
  checkDateTime,
  checkEmail,
  checkList,
  checkRequestsPerMinute,
  checkWholeNumber,
  type Check,
} from '../../kernel/checks.js';
import { pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import { CheckedBy, Optional } from '../../platform/http/requests/validators.js';
import { Moment } from '../../platform/http/answers/properties.js';

const YEAR_SECONDS = 365 * 24 * 3_600;
const DAY_SECONDS = 24 * 3_600;

const SHOWN_ONCE = {
  type: String,
  description: 'The key itself, which is shown only in this answer.',
  example: 'desk_4Gh2kT9xWq7LmB1cVn5Rz8Yp3Sd6Fj0Ae2Hu4Kw',
};

export class AdminKeyListResponse extends pageAnswerOf('api_keys', OperatorKeyDto) {}

export class AdminKeyResponse {
  @ApiProperty({ type: OperatorKeyDto }) api_key!: OperatorKeyDto;

  @ApiPropertyOptional({
    ...SHOWN_ONCE,
    description: `${SHOWN_ONCE.description} It is absent when the caller has made it.`,
  })
  key?: string;
}

export class RotatedKeyResponse {
  @ApiProperty({ type: OperatorKeyDto }) api_key!: OperatorKeyDto;
  @ApiProperty(SHOWN_ONCE) key!: string;
  @Moment('2026-02-01T09:30:00.000Z', 'Until then the old key works.') old_key_expires_at!: string;
}

/** Null means the same as a missing property. */
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

const checkScopes = orNull((value) => {
  const problem = checkList(value, { min: 1, max: KEY_SCOPES.length, of: 'scopes' });
  const areScopes =
    problem !== null || (value as unknown[]).every((one) => typeof one === 'string' && isKeyScope(one));
  return areScopes ? problem : `must name only scopes: ${KEY_SCOPES.join(', ')}`;
});

const checkDigest: Check = (value) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
    ? null
    : 'must be the SHA-256 of a key: 64 hexadecimal digits';

/** The wanted state of a key. A missing property gets its default, even when the key exists already. */
export class PutKeyDto {
  @Optional({
    enum: KEY_SCOPES,
    isArray: true,
    nullable: true,
    description: `What the key may do. Missing or null: everything${BUT_NAMED}, also scopes that come later.`,
  })
  @CheckedBy('scopes', checkScopes)
  scopes?: string[] | null;

  @Optional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Missing or null: it does not expire.',
  })
  @CheckedBy('expiresAt', orNull(checkDateTime))
  expires_at?: string | null;

  @Optional({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description: 'Missing or null: the limit of its workspace, or of the installation.',
  })
  @CheckedBy('requestsPerMinute', orNull(checkRequestsPerMinute))
  requests_per_minute?: number | null;

  @Optional({
    type: String,
    format: 'idn-email',
    nullable: true,
    description:
      'The address of the active team member for whom the key speaks. It stays as long as the key does.',
  })
  @CheckedBy('as', orNull(checkEmail))
  as?: string | null;

  @Optional({
    pattern: '^[0-9A-Fa-f]{64}$',
    description:
      'The SHA-256 of a key that the caller has made, in hexadecimal digits. With it the request can be repeated, and no answer shows a secret. ' +
      'A key is `desk_`, 32 characters of base 62 from a secure source of randomness, and the CRC-32 of those 37 characters as 6 digits of base 62 ' +
      '(0-9, A-Z, a-z); `makeKey()` of the client package makes one.',
  })
  @CheckedBy('keySha256', checkDigest)
  key_sha256?: string;
}

export class RotateKeyDto {
  @Optional({
    type: 'integer',
    minimum: 0,
    maximum: YEAR_SECONDS,
    default: DAY_SECONDS,
    description: 'How long the old key still works, but not beyond its own end.',
  })
  @CheckedBy('overlapSeconds', (value) => checkWholeNumber(value, { min: 0, max: YEAR_SECONDS }))
  overlap_seconds?: number;
}

export const DEFAULT_OVERLAP_SECONDS = DAY_SECONDS;
