import { DataSource } from 'typeorm';
import { Document, visit } from 'yaml';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { nodeOf } from '../../platform/database/citus/placement.js';
import { toDetailsDocument } from '../../workspaces/workspace.mapper.js';
import { DomainError } from '../../kernel/errors.js';
import type { Config } from '../../platform/config/env.js';
import { judgeManifest, type JudgedManifest } from '../../workspaces/workspace-manifest.js';
import { manifestOf } from '../../workspaces/manifest-export.rules.js';
import { invalidManifest, refusedManifest } from '../../workspaces/workspace.errors.js';
import { WorkspacesService, type AppliedManifest } from '../../workspaces/workspaces.service.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import { withSession, withWorkspace } from '../session.js';
import { readText, STDIN } from '../files.js';
import { unsaidAnswers, visibleLines } from '../output/texts.js';
import { summaryOf } from './workspace-summary.js';

/** Creates or updates a workspace and prints the changes. @throws unreadable_manifest, invalid_manifest with the name of the file */
export async function applyManifest(
  terminal: Terminal,
  file: string,
  { json, dryRun = false }: JsonOption & { readonly dryRun?: boolean },
): Promise<void> {
  const text = await readText(terminal, file);
  const { changes, workspace } = await applyText(terminal, text, dryRun).catch((error: unknown) => {
    throw isRefusal(error) ? refusedManifest(error, file === STDIN ? 'on standard input' : file) : error;
  });
  const { subdomain, name } = workspace;
  if (json) terminal.printJson({ workspace: { subdomain, name }, changes });
  else for (const change of changes) terminal.print(change);
  const count = changes.length === 1 ? 'one change' : `${changes.length} changes`;
  terminal.say(
    changes.length === 0 ? `Workspace "${subdomain}" is up to date.` : `Workspace "${subdomain}": ${count}.`,
  );
  if (dryRun) terminal.say('Nothing was changed: this was a dry run.');
  const unsaid = unsaidAnswers(workspace);
  if (unsaid !== null) terminal.say(unsaid);
}

async function applyText(terminal: Terminal, text: string, isDryRun: boolean): Promise<AppliedManifest> {
  const judged = judgeManifest(text);
  const { manifest } = judged;
  if (manifest === null) return refuse(terminal, judged);
  return withSession(terminal, [WorkspacesModule], ({ app, operator }) =>
    app.get(WorkspacesService).apply(manifest, operator, { isDryRun }),
  );
}

/** Names the mistakes of a manifest, with those that only the database shows when it can be read. */
async function refuse(terminal: Terminal, judged: JudgedManifest): Promise<never> {
  try {
    return await withSession(terminal, [WorkspacesModule], ({ app }) =>
      app.get(WorkspacesService).refuse(judged),
    );
  } catch (error) {
    throw isRefusal(error) ? error : invalidManifest(judged.problems);
  }
}

function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && ['unreadable_manifest', 'invalid_manifest'].includes(error.code);
}

export async function showWorkspace(
  terminal: Terminal,
  subdomain: string,
  { json, manifest = false }: JsonOption & { readonly manifest?: boolean },
): Promise<void> {
  const { details, node, url } = await withSession(terminal, [WorkspacesModule], async ({ app, config }) => {
    const details = await app.get(WorkspacesService).show(subdomain);
    const node = config.engine === 'citus' ? await nodeOf(app.get(DataSource), details.workspace.id) : null;
    return { details, node, url: urlOfWorkspace(config, details.workspace.subdomain) };
  });
  const urlOf = (path: string): string => url + path;
  if (manifest) printManifest(terminal, manifestOf(details), json);
  else if (json) terminal.printJson({ ...toDetailsDocument(details, urlOf), ...(node !== null && { node }) });
  else for (const line of summaryOf(details, urlOf, node)) terminal.print(line);
}

function printManifest(terminal: Terminal, manifest: object, json: true | undefined): void {
  if (json) terminal.printJson(manifest);
  else for (const line of yamlOf(manifest).trimEnd().split('\n')) terminal.print(line);
}

/** Writes YAML. Texts with characters that a terminal is shown escaped stand in double quotes, the only place where YAML has escapes. */
function yamlOf(manifest: object): string {
  const document = new Document(manifest);
  visit(document, {
    Scalar: (_key, scalar) => {
      const { value } = scalar;
      if (typeof value === 'string' && visibleLines(value) !== value) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString();
}

export const suspendWorkspace = (terminal: Terminal, subdomain: string, options: JsonOption): Promise<void> =>
  suspendOrResume(terminal, subdomain, { ...options, isSuspended: true });

export const resumeWorkspace = (terminal: Terminal, subdomain: string, options: JsonOption): Promise<void> =>
  suspendOrResume(terminal, subdomain, { ...options, isSuspended: false });

async function suspendOrResume(
  terminal: Terminal,
  subdomain: string,
  { json, isSuspended }: JsonOption & { readonly isSuspended: boolean },
): Promise<void> {
  const isChanged = await withWorkspace(terminal, subdomain, [WorkspacesModule], ({ app, scope }) =>
    app.get(WorkspacesService).suspend(scope, isSuspended),
  );
  if (json)
    terminal.printJson({ subdomain: subdomain.toLowerCase(), suspended: isSuspended, changed: isChanged });
  const state = isSuspended ? 'suspended' : 'active';
  if (!isChanged) terminal.say(`Nothing changed: workspace "${subdomain}" is ${state} already.`);
  else if (isSuspended)
    terminal.say(`Suspended workspace "${subdomain}". Its keys are refused within a second; its data stays.`);
  else terminal.say(`Resumed workspace "${subdomain}". It goes on within a second where it was.`);
}

/** Makes the address at which clients reach a workspace, from `PUBLIC_URL` or from the port of the service. */
function urlOfWorkspace({ publicUrl, port, baseDomain }: Config, subdomain: string): string {
  if (publicUrl !== undefined) return publicUrl.replaceAll('{workspace}', subdomain);
  return new URL(`http://${subdomain}.${baseDomain}:${port}`).origin;
}
