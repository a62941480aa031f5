import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The Markdown of the user manual; the tenant's own link replaces its page. */
export const readManual = (): Promise<string> =>
  readFile(join(process.cwd(), 'docs', 'user-manual.md'), 'utf8')

/** The place where the pictures of the manual are served (server.ts). */
export const documentPictures = '/manual/'
