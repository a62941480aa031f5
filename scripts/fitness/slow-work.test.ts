import { forbiddenLoads } from './import-table.ts'
import { unguardedWork } from './slow-work.ts'
import { isTest, readSources, source } from './source-tree.ts'

const product = readSources().filter(({ path }) => !isTest(path))

test('whatever is slow in the backend refuses to run where a connection is held (N3)', () => {
  expect(unguardedWork(product)).toEqual([])
})

test('no file of a stranger is opened in the process that serves (U4, U5)', () => {
  const opens = /^lib\/backend\/materials\/(check-file|picture|pdf-check)\./
  expect(forbiddenLoads(['lib/domains/open-backend.ts'], opens, product)).toEqual([])
})

test('no contract is drawn or sealed in the process that serves (N3)', () => {
  const draws =
    /^lib\/backend\/contracts\/(draw-paper|paper-fonts|stamp-paper|seal\/(demo-authority|open-seal|seal-file))\./
  expect(forbiddenLoads(['lib/domains/open-backend.ts'], draws, product)).toEqual([])
})

test.each([
  ["import sharp from 'sharp'", 1],
  ["import { readFile } from 'node:fs/promises'", 1],
  ["import { readFile } from 'node:fs/promises'\nholdsNoConnection('Reading')", 0],
  ["import PDFDocument from 'pdfkit'", 1],
  ["import { writeXlsxStream } from 'hucre/xlsx'", 1],
  ["import type { Sharp } from 'sharp'", 0],
  ["import { join } from 'node:path'", 0],
])('%j: %i', (text, found) => {
  expect(unguardedWork([source('lib/domains/reviews/service/decide-pre.ts', text)])).toHaveLength(found)
})
