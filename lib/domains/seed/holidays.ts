import { db } from '../../platform/db/client.ts'
import { type DayKind, daysOf, kindOf } from '../calendar/rules/calendar-day.ts'
import { calendarDay } from '../calendar/table.ts'

/** Public holidays of China in 工作日历 of a demo, as the State Council published them. */

type Holiday = readonly [name: string, from: string, to: string, kind?: DayKind]

const known: Readonly<Record<string, readonly Holiday[]>> = {
  '2025': [
    ['元旦', '2025-01-01', '2025-01-01'],
    ['春节', '2025-01-28', '2025-02-04'],
    ['春节', '2025-01-26', '2025-01-26', '班'],
    ['春节', '2025-02-08', '2025-02-08', '班'],
    ['清明节', '2025-04-04', '2025-04-06'],
    ['劳动节', '2025-05-01', '2025-05-05'],
    ['劳动节', '2025-04-27', '2025-04-27', '班'],
    ['端午节', '2025-05-31', '2025-06-02'],
    ['国庆节、中秋节', '2025-10-01', '2025-10-08'],
    ['国庆节', '2025-09-28', '2025-09-28', '班'],
    ['国庆节', '2025-10-11', '2025-10-11', '班'],
  ],
  '2026': [
    ['元旦', '2026-01-01', '2026-01-03'],
    ['元旦', '2026-01-04', '2026-01-04', '班'],
    ['春节', '2026-02-15', '2026-02-23'],
    ['春节', '2026-02-14', '2026-02-14', '班'],
    ['春节', '2026-02-28', '2026-02-28', '班'],
    ['清明节', '2026-04-04', '2026-04-06'],
    ['劳动节', '2026-05-01', '2026-05-05'],
    ['劳动节', '2026-05-09', '2026-05-09', '班'],
    ['端午节', '2026-06-19', '2026-06-21'],
    ['中秋节', '2026-09-25', '2026-09-27'],
    ['国庆节', '2026-10-01', '2026-10-07'],
    ['国庆节', '2026-09-20', '2026-09-20', '班'],
    ['国庆节', '2026-10-10', '2026-10-10', '班'],
  ],
  // The days of the law alone: nothing is published of the weekends that are moved for them.
  '2027': [
    ['元旦', '2027-01-01', '2027-01-01'],
    ['春节', '2027-02-05', '2027-02-08'],
    ['清明节', '2027-04-05', '2027-04-05'],
    ['劳动节', '2027-05-01', '2027-05-02'],
    ['端午节', '2027-06-09', '2027-06-09'],
    ['中秋节', '2027-09-15', '2027-09-15'],
    ['国庆节', '2027-10-01', '2027-10-03'],
  ],
}

/** Other years have those that follow the sun. */
const everyYear = (year: string): readonly Holiday[] => [
  ['元旦', `${year}-01-01`, `${year}-01-01`],
  ['劳动节', `${year}-05-01`, `${year}-05-02`],
  ['国庆节', `${year}-10-01`, `${year}-10-03`],
]

/** Days of a year that differ from the week, each once. */
export function holidaysOf(year: string): { day: string; name: string; kind: DayKind }[] {
  const named = new Map(
    (known[year] ?? everyYear(year)).flatMap(([name, from, to, kind = '休']) =>
      daysOf({ from, to }, kind).map((day) => [day, name] as const),
    ),
  )
  return [...named].map(([day, name]) => ({ day, name, kind: kindOf(day) }))
}

/** Those of the year of a demo and of the next one. */
export async function seedHolidays(today: string): Promise<void> {
  const year = Number(today.slice(0, 4))
  await db()
    .insert(calendarDay)
    .values([year, year + 1].flatMap((one) => holidaysOf(String(one))))
}
