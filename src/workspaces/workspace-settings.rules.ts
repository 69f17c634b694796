import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './manifest.js';
import type { WorkspaceSettings } from './workspace-list.js';

type Wanted = Manifest['workspace'];

/** The settings of a new workspace: what the manifest says, and otherwise the defaults. */
export function settingsOf({ name, attachmentTypes = null, ...wanted }: Wanted): WorkspaceSettings {
  return {
    name,
    knowledgeBaseName: wanted.knowledgeBaseName ?? name,
    requestsPerMinute: wanted.requestsPerMinute ?? null,
    reopenOnReply: wanted.reopenOnReply ?? true,
    attachmentQuotaMb: wanted.attachmentQuotaMb ?? null,
    attachmentTypes: attachmentTypes && [...attachmentTypes],
    mailFrom: wanted.mailFrom ?? null,
    replyTo: wanted.replyTo ?? null,
    mailFooter: wanted.mailFooter ?? null,
    colour: wanted.colour ?? null,
    logo: wanted.logo ?? null,
  };
}

/** What the manifest names and what differs. */
export function changesOf(
  current: WorkspaceSettings,
  { subdomain: _kept, ...wanted }: Wanted,
): Partial<WorkspaceSettings> {
  const differing = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(value, current[name as keyof WorkspaceSettings]),
  );
  return Object.fromEntries(differing);
}

/** A sentence for each change. */
export function inWords(subdomain: string, changes: Partial<WorkspaceSettings>): string[] {
  const { name, knowledgeBaseName, requestsPerMinute, reopenOnReply } = changes;
  const { attachmentQuotaMb, attachmentTypes, mailFrom, replyTo, mailFooter, colour, logo } = changes;
  return [
    ...(name === undefined ? [] : [`renamed workspace "${subdomain}" to "${name}"`]),
    ...(knowledgeBaseName === undefined ? [] : [`renamed the knowledge base to "${knowledgeBaseName}"`]),
    ...(requestsPerMinute === undefined ? [] : [`limited each key to ${limitInWords(requestsPerMinute)}`]),
    ...(reopenOnReply === undefined
      ? []
      : [`replies of customers ${reopenOnReply ? 'open' : 'do not open'} tickets again`]),
    ...(attachmentQuotaMb === undefined ? [] : [quotaInWords(attachmentQuotaMb)]),
    ...(attachmentTypes === undefined ? [] : [`attachments may have ${typesInWords(attachmentTypes)}`]),
    ...(mailFrom === undefined
      ? []
      : [`customers get ${mailFrom === null ? 'no mail' : `mail from ${mailFrom}`}`]),
    ...(replyTo === undefined
      ? []
      : [`answers to mail go to ${replyTo ?? 'the address that it comes from'}`]),
    ...(mailFooter === undefined ? [] : [`mail has ${mailFooter === null ? 'no' : 'another'} footer`]),
    ...(colour === undefined
      ? []
      : [`forms have ${colour === null ? 'no colour of their own' : `the colour ${colour}`}`]),
    ...(logo === undefined ? [] : [`forms show ${logo === null ? 'no logo' : 'another logo'}`]),
  ];
}

function limitInWords(requestsPerMinute: number | null): string {
  return requestsPerMinute === null
    ? 'what the installation says'
    : `${requestsPerMinute} requests per minute`;
}

function quotaInWords(quotaMb: number | null): string {
  return quotaMb === null ? 'attachments have no quota' : `attachments may have ${quotaMb} MB together`;
}

function typesInWords(types: readonly string[] | null): string {
  return types === null ? 'any type' : `the types ${types.join(', ')}`;
}
