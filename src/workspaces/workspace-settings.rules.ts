import type { Manifest } from './manifest.js';
import type { WorkspaceSettings } from './workspace-list.js';

/** The settings of a new workspace: those of the manifest, and otherwise the defaults. */
export function settingsOf(
  wanted: Manifest['workspace'],
): WorkspaceSettings & { readonly subdomain: string } {
  return {
    knowledgeBaseName: wanted.name,
    requestsPerMinute: null,
    reopenOnReply: true,
    attachmentQuotaMb: null,
    attachmentTypes: null,
    mailFrom: null,
    replyTo: null,
    mailFooter: null,
    colour: null,
    logo: null,
    ...wanted,
  };
}

/** Tells the operator of a changed setting. The sentences come in this order. */
const SENTENCES: {
  readonly [Name in keyof WorkspaceSettings]: (value: WorkspaceSettings[Name], subdomain: string) => string;
} = {
  name: (name, subdomain) => `renamed workspace "${subdomain}" to "${name}"`,
  knowledgeBaseName: (name) => `renamed the knowledge base to "${name}"`,
  requestsPerMinute: (limit) =>
    `limited each key to ${limit === null ? 'what the installation says' : `${limit} requests per minute`}`,
  reopenOnReply: (reopens) => `replies of customers ${reopens ? 'open' : 'do not open'} tickets again`,
  attachmentQuotaMb: (quota) =>
    quota === null ? 'attachments have no quota' : `attachments may have ${quota} MB together`,
  attachmentTypes: (types) =>
    `attachments may have ${types === null ? 'any type' : `the types ${types.join(', ')}`}`,
  mailFrom: (address) => `customers get ${address === null ? 'no mail' : `mail from ${address}`}`,
  replyTo: (address) => `answers to mail go to ${address ?? 'the address that it comes from'}`,
  mailFooter: (footer) => `mail has ${footer === null ? 'no' : 'another'} footer`,
  colour: (colour) => `forms have ${colour === null ? 'no colour of their own' : `the colour ${colour}`}`,
  logo: (logo) => `forms show ${logo === null ? 'no logo' : 'another logo'}`,
};

export function inWords(subdomain: string, changes: Partial<WorkspaceSettings>): string[] {
  return Object.entries(SENTENCES)
    .filter(([name]) => name in changes)
    .map(([name, sentence]) => sentence(changes[name as keyof WorkspaceSettings] as never, subdomain));
}
