import { callOptions } from '@/lib/client/options'
import { system } from '@/lib/domains/system/contract'

/** Cities of the region dictionary (GB/T 2260): what lies below a province. */
export const cityOptions = callOptions(system.dictionary, { type: 'region' }, (items) =>
  items
    .filter(({ code, parentCode }) => parentCode !== null && code.endsWith('00'))
    .map(({ code, label, enabled }) => ({ value: code, label, off: !enabled })),
)
