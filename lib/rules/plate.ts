import type { RuleMessage } from './rule-message.ts'

/** Number plates (domain.md 4.14 V12; letter sets of GA 36-2018). */

const province = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
const fuel = new RegExp(`^[${province}][A-HJ-NP-Z][A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]$`)
const smallNewEnergy = new RegExp(`^[${province}][A-HJ-NP-Z][A-HJK][A-HJ-NP-Z0-9]\\d{4}$`)
const largeNewEnergy = new RegExp(`^[${province}][A-HJ-NP-Z]\\d{5}[A-HJK]$`)

export type PlateKind = 'fuel' | 'smallNewEnergy' | 'largeNewEnergy'

/** The form that is stored: NFC, without surrounding space, upper case. */
export function normalisePlate(value: string): string {
  return value.normalize('NFC').trim().toUpperCase()
}

/** The kind of plate that a text is; null for none. */
export function plateKind(value: string): PlateKind | null {
  const text = normalisePlate(value)
  if (fuel.test(text)) return 'fuel'
  if (smallNewEnergy.test(text)) return 'smallNewEnergy'
  return largeNewEnergy.test(text) ? 'largeNewEnergy' : null
}

export function plate(value: string): RuleMessage | null {
  return plateKind(value) === null ? 'rules.plate' : null
}

/** Colours of the dictionary `plate_color` for new energy; every other colour has seven characters. */
const newEnergyColours: Readonly<Record<string, PlateKind>> = { '3': 'smallNewEnergy', '4': 'largeNewEnergy' }

/** Eight characters and a new-energy colour go together, and small with small, large with large. */
export function plateColour(plateNo: string, colour: string): RuleMessage | null {
  const kind = plateKind(plateNo)
  if (kind === null || colour === '') return null
  return kind === (newEnergyColours[colour] ?? 'fuel') ? null : 'rules.plateColour'
}
