/** The place up to which a mailbox was read; `MailboxCursor` explains it. */
export interface MailboxPosition {
  readonly uidValidity: number;
  readonly lastUid: number;
  readonly firstUid: number | null;
  readonly takesOld: boolean;
  readonly beganAt: Date;
}

export interface OpenMailbox {
  readonly uidValidity: number;
  /** The next mail gets this UID. */
  readonly uidNext: number;
}

export interface PlacedMail {
  readonly uid: number;
  /** The moment at which the mailbox got the mail. */
  readonly receivedAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Mails are recognised for this number of days [rule 21]. Older ones would be received twice. */
const KNOWN_DAYS = 400;

/** The clocks of the mail server and of the database differ by less. */
const CLOCKS_DIFFER_MS = HOUR_MS;

/**
 * Decides where to read on. A mailbox with other UIDs than before is read from its beginning, because mails that came before are
 * recognised.
 */
export function cursorFor(
  known: MailboxPosition | null,
  { uidValidity, uidNext }: OpenMailbox,
  wantsOld: boolean,
  now: Date,
): MailboxPosition {
  const begun = known ?? {
    ...{ uidValidity, lastUid: uidNext - 1, firstUid: uidNext, takesOld: false, beganAt: now },
  };
  const cursor =
    begun.uidValidity === uidValidity ? begun : { ...begun, uidValidity, lastUid: 0, firstUid: null };
  return wantsOld && !cursor.takesOld ? { ...cursor, lastUid: 0, takesOld: true } : cursor;
}

/** Tells whether a mail came after the reading had begun, or is an old one that is wanted, or one that stays where it is. */
export function ageOf(
  { uid, receivedAt }: PlacedMail,
  { firstUid, takesOld, beganAt }: MailboxPosition,
  now: Date,
): 'new' | 'old' | 'left' {
  if (firstUid !== null && uid >= firstUid) return 'new';
  if (receivedAt.getTime() < now.getTime() - KNOWN_DAYS * DAY_MS) return 'left';
  if (firstUid === null && receivedAt.getTime() >= beganAt.getTime() - CLOCKS_DIFFER_MS) return 'new';
  return takesOld ? 'old' : 'left';
}
