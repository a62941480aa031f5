import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/workbook.ts'

const workbook: Shape<typeof zh> = {
  sheet: 'Orders',
  by: 'exported by {name} ({account}) {time}',
  cut: 'only the first {count} rows',
  system: 'system',
  stayHours: 'Stay (hours)',
}

export default workbook
