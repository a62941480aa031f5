import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsNoConnection } from '../../../platform/db/client.ts'

export type Release = { version: string; notes: string[] }

/** The releases of a text of which `## ` begins a version and `- ` a note, in its order. */
export function releasesIn(markdown: string): Release[] {
  const releases: Release[] = []
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) releases.push({ version: line.slice(3).trim(), notes: [] })
    else if (line.startsWith('- ')) releases.at(-1)?.notes.push(line.slice(2).trim())
  }
  return releases
}

/** 更新日志 of this product, the newest first: docs/release-notes.md. */
export async function readReleases(): Promise<Release[]> {
  holdsNoConnection('Reading a file')
  return releasesIn(await readFile(join(process.cwd(), 'docs', 'release-notes.md'), 'utf8'))
}
