import { verb } from '@/components/verb/verb'
import { contractTemplates, type TemplateRow } from '@/lib/domains/contracts/contract/templates'

/** Everything that can be done with a contract template, in the list and in its own page. */

const shared = { name: ({ name }: TemplateRow) => name, input: ({ id }: TemplateRow) => ({ id }) }

export const templateVerbs = {
  stop: verb(contractTemplates.stop, {
    ...shared,
    label: 'contractTemplates.stop',
    tone: 'danger',
    of: ({ state }: TemplateRow) => state !== 'stopped',
    ask: 'contractTemplates.stopTitle',
    note: 'contractTemplates.stopNote',
    fields: {
      reason: { kind: 'text', label: 'contractTemplates.stopReason', required: true, maxLength: 200 },
    },
    input: ({ id }, { reason }) => ({ id, reason }),
    undo: 'start',
    done: 'contractTemplates.stopped',
  }),
  start: verb(contractTemplates.start, {
    ...shared,
    label: 'contractTemplates.start',
    of: ({ state }: TemplateRow) => state === 'stopped',
    permit: ({ version }) =>
      version === null ? { ok: false, reason: 'contracts.neverPublished' } : { ok: true },
    ask: 'contractTemplates.startTitle',
    note: 'contractTemplates.startNote',
    undo: 'stop',
    done: 'contractTemplates.started',
  }),
}
