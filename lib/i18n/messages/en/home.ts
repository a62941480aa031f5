import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/home.ts'

const home: Shape<typeof zh> = {
  todos: 'Waiting for me',
  todoTotal: '{total} in all',
  todoCut: '{total} in all, the oldest {shown} first',
  noTodos: 'Nothing waits for you',
  noRole: 'No role yet',
  noRoleHint: 'Ask the administrator for a role, then sign in again',
  noTodosHint: 'What comes next appears here by itself',
  pools: 'Reviews',
  pool: '{stage}',
  unclaimed: 'Unclaimed',
  claimed: 'Claimed',
  quick: 'Quick entries',
  figures: 'Last 14 days',
  figuresHint: 'Days of Beijing time, orders you may see',
  created: 'New intakes',
  submitted: 'Submitted',
  passed: 'Passed',
  returned: 'Returned',
  today: 'Today',
  sum: '{sum} in 14 days',
  spark: '{label}, each of the last 14 days: {counts}',
  do: {
    submit_pre: 'Go on',
    submit_first: 'Enter order',
    pre_pass: 'Review',
  },
}

export default home
