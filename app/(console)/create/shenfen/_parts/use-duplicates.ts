'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import type { IntakeValues } from '@/lib/domains/orders/rules/entry/intake'
import { cleanIdNo } from '@/lib/rules/clean-value'
import { mobile as mobileRule } from '@/lib/rules/fields'
import { documentCheck } from '@/lib/rules/identity-document'

const quietMs = 300

/** A value once it has rested. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), quietMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/**
 * Everything that the house knows of the customer while the form is being typed: live orders (G2), the black list (G3),
 * former orders. Asked once the ID number is a whole one; undefined until there is an answer for it.
 */
export function useDuplicates(
  form: UseFormReturn<IntakeValues, unknown, IntakeValues>,
  orderId: number | undefined,
): { live: boolean; black: boolean; former: number } | undefined {
  const [idType, typedId, typedMobile] = useWatch({
    control: form.control,
    name: ['customer.idType', 'customer.idNo', 'customer.mobile'],
  })
  const idNo = cleanIdNo(typedId)
  const whole = idNo !== '' && documentCheck(idType)(idNo) === null
  const mobile = mobileRule(typedMobile) === null ? typedMobile : undefined
  const rested = useRested(idNo)
  const { data } = useQuery({
    ...q(applications.checkDuplicate, { idNo, mobile, orderId }),
    enabled: whole && rested === idNo,
    // Another mobile of the same person: what is known of the ID number stays true meanwhile.
    placeholderData: (former, query) => {
      const asked = query?.queryKey[1] as { idNo?: string } | undefined
      return asked?.idNo === idNo ? former : undefined
    },
  })
  return whole ? data : undefined
}
