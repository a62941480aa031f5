import { defineJob, type JobData } from '../../../platform/jobs/jobs.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { closeDays } from './close-day.ts'

/** The business day follows the calendar by itself, and goes ahead of it where somebody of a demo says so. */
export const closingJob = defineJob({
  name: 'closings.run',
  schedule: '5 0 * * *',
  awaited: true,
  run: (data, run) => closeDays(run, daysOf(data)),
})

/** @param day that somebody closes by hand; without it every day before today's */
function daysOf({ day }: JobData): { first: string; until: string } {
  const today = businessDate(new Date())
  return typeof day === 'string'
    ? { first: day, until: addDays(day, 1) }
    : { first: addDays(today, -1), until: today }
}
