import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/ui.ts'

const ui: Shape<typeof zh> = {
  loading: 'Loading',
  partFailed: 'This part cannot be shown; the rest of the page goes on. It is in the error log',
  retry: 'Try again',
  incident: 'Incident {id}',
  copy: 'Copy {text}',
  copied: 'Copied',
  copyRefused: 'The browser does not allow copying: please select the text yourself',
  reveal: 'Show the whole {label}',
  calendar: 'Choose {label}',
  choices: 'Choices',
  noChoice: 'Nothing fits',
  notInList: 'The list has no “{text}”; choose one of it',
  moreChoices: '{count} more: type to narrow them down',
  close: 'Close',
  all: 'All',
  unfinished: 'Not finished',
  yes: 'Yes',
  no: 'No',
  separator: ', ',
  justNow: 'just now',
  minutes: '{minutes} min',
  hoursMinutes: '{hours} h {minutes} min',
  daysHours: '{days} d {hours} h',
  ago: '{time} ago',
  ahead: 'in {time}',
  stayTip: 'Since {since}, standard time {hours} working hours',
}

export default ui
