import { milestones } from '../../identity/rules/milestones.ts'
import machine from '../words/machine.ts'
import order from '../words/order.ts'
import { guards } from './order-guards.ts'
import { orderStates } from './order-states.ts'
import { orderEvents } from './order-transitions.ts'

test('states, milestones, events and guards of the machine have their words, and no word is left over', () => {
  expect(Object.keys(order.status)).toEqual(Object.keys(orderStates))
  expect(Object.keys(order.milestone)).toEqual(Object.keys(milestones))
  expect(Object.keys(machine.event)).toEqual([...orderEvents])
  const messages = Object.values(guards).flatMap(({ message }) =>
    message?.startsWith('machine.guard.') ? [message] : [],
  )
  expect(messages.map((key) => key.slice('machine.guard.'.length)).sort()).toEqual(
    Object.keys(machine.guard).sort(),
  )
  for (const { message } of Object.values(guards)) {
    if (message?.startsWith('machine.refusal.'))
      expect(machine.refusal).toHaveProperty(message.slice('machine.refusal.'.length))
  }
})
