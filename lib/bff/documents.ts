import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const files = { manual: 'user-manual.md', releaseNotes: 'release-notes.md' } as const

/** The Markdown of a document of the product; the tenant's own links replace these pages. */
export function readDocument(name: keyof typeof files): Promise<string> {
  return readFile(join(process.cwd(), 'docs', files[name]), 'utf8')
}

/** Where the pictures of the documents are served (server.ts). */
export const documentPictures = '/manual/'
