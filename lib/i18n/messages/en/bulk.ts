import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/bulk.ts'

const bulk: Shape<typeof zh> = {
  names: {
    titles: { bulkRuns: 'Bulk actions' },
    actions: { bulk: { start: 'Bulk action' } },
    objects: { bulk: 'Bulk action' },
  },
  title: 'Action',
  search: 'Action',
  state: 'State',
  states: { running: 'Running', stopped: 'Stopped', done: 'Done' },
  progress: 'Progress',
  done: 'Done',
  refused: 'Not done',
  startedAt: 'Started',
  endedAt: 'Ended',
  empty: 'No bulk actions',
  emptyHint: 'What you do to several chosen rows of a list appears here, for 30 days',
  open: 'Results',
  results: '{title}: {count} rows',
  row: 'Row',
  result: 'Result',
  rowStates: { waiting: 'Waiting', done: 'Done', refused: 'Not done' },
  notBegun: 'Not begun',
  behind: 'Go on in the background',
  goesOn: 'It goes on in the background; see “Bulk actions” for the results',
  leftTitle: '{title}: {count} not done',
  leftBody: 'See “Bulk actions” for the reasons',
}

export default bulk
