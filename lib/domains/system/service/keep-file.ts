import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { TakenFile } from '../../../platform/files/take-upload.ts'
import { attachment } from '../table.ts'

/** The row of a file, of an order or of an opening. */
export async function keepFile(orderId: number | null, name: string, clean: TakenFile['clean'], call: Call) {
  const [row] = await db()
    .insert(attachment)
    .values({
      fileId: clean.hash,
      name,
      mime: clean.mime,
      size: clean.bytes.length,
      width: clean.width,
      height: clean.height,
      orderId,
      uploadedBy: call.actor.id,
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    })
    .returning()
  if (!row) throw new Error('the attachment was not written')
  return row
}
