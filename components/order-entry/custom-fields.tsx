'use client'
import { FieldGrid } from '@/components/form/field-grid'
import { TextField } from '@/components/form/text-fields'
import type { CustomField } from '@/lib/domains/orders/rules/entry/custom'

const span = { wide: 4, middle: 6, narrow: 12 } as const

/** S20: what the template asks on its own, in its own words. */
export function CustomFields({ fields }: { fields: readonly CustomField[] }) {
  return (
    <FieldGrid>
      {fields.map(({ name, label, required, maxLength }) => (
        <TextField
          key={name}
          name={`custom.${name}`}
          label={label}
          required={required}
          maxLength={maxLength}
          span={span}
        />
      ))}
    </FieldGrid>
  )
}
