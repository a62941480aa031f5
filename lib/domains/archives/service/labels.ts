import { say } from '../../../i18n/say.ts'
import { inTenant } from '../../../platform/db/client.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { drawLabelSheet } from '../../contracts/service/draw-contract.ts'
import type { archives } from '../contract.ts'
import { readArchives, requireSeen } from './archive-record.ts'

/** 标签: one for the file, one for each paper that must be in it. */
export const labels: SlowHandler<typeof archives.labels> = {
  async prepare({ ids }, call) {
    const rows = await inTenant(call.tenantId, async () => {
      await requireSeen(ids, call)
      return readArchives(ids)
    })
    const sheet = rows.flatMap(({ archiveNo, orderNo, customerName, plateNo, items }) => [
      { code: archiveNo, lines: [customerName, orderNo, plateNo ?? ''] },
      ...items.map(({ code, docType, copies, isOriginal }) => ({
        code,
        lines: [
          say('archives.labelOf', {
            docType,
            copies,
            original: say(isOriginal ? 'archives.original' : 'archives.copy'),
          }),
          customerName,
        ],
      })),
    ])
    const bytes = await drawLabelSheet(sheet, call.now.toISOString(), call.tenantId)
    const name = `${say('archives.labels')}-${rows[0]?.archiveNo ?? ''}.pdf`
    return { run: async () => ({ mime: 'application/pdf', name, body: new Uint8Array(bytes) }) }
  },
}
