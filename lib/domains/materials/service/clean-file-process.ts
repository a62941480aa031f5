import sharp from 'sharp'
import { checkFile } from './check-file.ts'
import { FileRefusal } from './file-refusal.ts'

/**
 * A process of its own that looks into uploaded files, one after another, behind everything else that the machine has to
 * do. What a hostile file breaks in a decoder breaks here.
 */

export type Question = { bytes: Uint8Array }

sharp.cache(false)
sharp.concurrency(1)

process.on('message', ({ bytes }: Question) => {
  checkFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
    (clean) => process.send?.({ clean }),
    (error: unknown) =>
      process.send?.(
        error instanceof FileRefusal ? { refused: error.key } : { refused: 'refusals.fileBroken' },
      ),
  )
})
// The service has ended, or does not wait for the answer any more.
process.on('disconnect', () => process.exit())
