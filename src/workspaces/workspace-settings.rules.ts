import { type AuditedState, type NewAuditEntry, about, entryOfChange } from '../events/audit-entry.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { snakeCased } from '../kernel/objects.js';
import type { Problems } from '../kernel/errors.js';
import { MAX_LOCAL_PART, mayHaveReplyAddresses } from '../mail/composing/reply-address.rules.js';
import type { Manifest } from './manifest.js';
import { WORKSPACE_SETTINGS, type WorkspaceSettings } from './workspace-list.js';
import { counted } from '../kernel/text.js';

/** Adds the defaults to the settings of a new workspace. */
export function settingsOf(
  wanted: Manifest['workspace'],
): WorkspaceSettings & { readonly subdomain: string } {
  return {
    knowledgeBaseName: wanted.name,
    requestsPerMinute: null,
    reopenOnReply: true,
    followUpOpens: true,
    clearFollowUpOnReply: false,
    timeZone: 'UTC',
    attachmentQuotaMb: null,
    attachmentTypes: null,
    mailFrom: null,
    replyTo: null,
    mailFooter: null,
    replyAddress: 'none',
    blockedSenders: null,
    defaultAuthor: null,
    remoteImages: 'hide',
    mailRelays: null,
    colour: null,
    logo: null,
    ...wanted,
  };
}

/** Finds reasons why mail cannot have an address for answers to each ticket [rule 21]. `areSigned`: there is a key for them. */
export function checkReplyAddress(
  { replyAddress, mailFrom, replyTo }: WorkspaceSettings,
  areSigned: boolean,
  problems: Problems,
): void {
  if (replyAddress === 'none') return;
  const path = 'workspace.reply_address';
  if (!areSigned)
    problems.add(path, 'must be none until SECRETS_KEY is set, because that signs the addresses');
  if (replyTo !== null) problems.add(path, 'must be none while answers go to a reply_to');
  if (mailFrom !== null && !mayHaveReplyAddresses(mailFrom))
    problems.add(
      'workspace.mail_from',
      `must have at most ${MAX_LOCAL_PART} characters before the @, and no quotes, while reply_address is plus`,
    );
}

/** Tells the operator of a changed setting. The sentences come in this order. */
const SENTENCES: {
  readonly [Name in keyof WorkspaceSettings]: (value: WorkspaceSettings[Name], subdomain: string) => string;
} = {
  name: (name, subdomain) => `renamed workspace "${subdomain}" to "${name}"`,
  knowledgeBaseName: (name) => `renamed the knowledge base to "${name}"`,
  requestsPerMinute: (limit) =>
    `limited each key to ${limit === null ? 'the default of the installation' : `${counted(limit, 'request')} per minute`}`,
  reopenOnReply: (reopens) => `replies of customers ${reopens ? 'reopen' : 'do not reopen'} tickets`,
  followUpOpens: (opens) => `follow-ups ${opens ? 'open' : 'do not open'} tickets that wait`,
  clearFollowUpOnReply: (clears) => `replies of customers ${clears ? 'clear' : 'keep'} follow-ups`,
  timeZone: (zone) => `the days of reports are those of ${zone}`,
  attachmentQuotaMb: (quota) =>
    quota === null ? 'attachments have no quota' : `attachments may use ${quota} MB in total`,
  attachmentTypes: (types) =>
    `attachments may have ${types === null ? 'any type' : `the types ${types.join(', ')}`}`,
  mailFrom: (address) => `customers get ${address === null ? 'no mail' : `mail from ${address}`}`,
  replyTo: (address) => `answers to mail go to ${address ?? 'the address that it comes from'}`,
  mailFooter: (footer) => `mail has ${footer === null ? 'no' : 'another'} footer`,
  replyAddress: (kind) =>
    `answers to mail ${kind === 'plus' ? 'go to an address for each ticket' : 'go to one address'}`,
  blockedSenders: (senders) => `blocked senders of mail: ${senders?.length ?? 'none'}`,
  defaultAuthor: (address) =>
    `comments of a key without an author are ${address === null ? 'refused' : `by ${address}`}`,
  remoteImages: (how) =>
    `pictures of other hosts in mails are ${how === 'keep' ? 'kept as they came' : 'hidden'}`,
  mailRelays: (relays) => `contact forms that send mail: ${relays?.length ?? 'none'}`,
  colour: (colour) => `forms have ${colour === null ? 'no colour of their own' : `the colour ${colour}`}`,
  logo: (logo) => `forms show ${logo === null ? 'no logo' : 'another logo'}`,
};

const stateOf = (settings: WorkspaceSettings): AuditedState => snakeCased(settings, WORKSPACE_SETTINGS);

export function workspaceCreated(
  id: WorkspaceId,
  { subdomain, ...settings }: WorkspaceSettings & { readonly subdomain: string },
): NewAuditEntry {
  return { ...about('workspace.created', id), before: null, after: { subdomain, ...stateOf(settings) } };
}

/** Makes the audit entry about a changed workspace. It makes none when nothing differs. */
export function workspaceUpdated(
  id: WorkspaceId,
  before: WorkspaceSettings,
  changes: Partial<WorkspaceSettings>,
): NewAuditEntry[] {
  const after = stateOf({ ...before, ...changes });
  return entryOfChange(about('workspace.updated', id), stateOf(before), after);
}

/** Makes the audit entry about a workspace that was suspended or resumed. */
export function workspaceSuspended(id: WorkspaceId, isSuspended: boolean): NewAuditEntry {
  const action = isSuspended ? 'workspace.suspended' : 'workspace.resumed';
  return { ...about(action, id), before: null, after: null };
}

export function sentencesOf(subdomain: string, changes: Partial<WorkspaceSettings>): string[] {
  return Object.entries(SENTENCES)
    .filter(([name]) => name in changes)
    .map(([name, sentence]) => sentence(changes[name as keyof WorkspaceSettings] as never, subdomain));
}
