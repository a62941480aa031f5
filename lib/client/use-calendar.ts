'use client'
import { useQuery } from '@tanstack/react-query'
import { calendar } from '../domains/calendar/contract.ts'
import type { Calendar } from '../rules/business-days.ts'
import { q } from './query.ts'

/** Days are seldom marked, and whoever marks one has it anew at once. */
const staleTime = 3_600_000
const asCalendar = (days: readonly string[]): Calendar => new Set(days)

/** 工作日历 of the tenant, asked for once by all who reckon with it; undefined until it is there. */
export const useCalendar = (enabled = true): Calendar | undefined =>
  useQuery({ ...q(calendar.days, {}), staleTime, select: asCalendar, enabled }).data
