import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/evidence.ts'

const evidence: Shape<typeof zh> = {
  names: { actions: { evidence: { pin: 'Evidence marked', unpin: 'Evidence mark removed' } } },
  mark: 'Mark evidence (M)',
  marking: 'Drag over the part of the picture that proves “{field}”',
  markAny: 'Drag over a part of the picture, then choose the field it proves',
  choose: 'Field that this part proves',
  stop: 'Stop marking',
  pinned: '“{field}” marked',
  removed: 'Mark removed',
  undo: 'Undo',
  show: 'Show the evidence of {field}',
  pin: 'Mark evidence for {field}',
  remove: 'Remove mark',
  again: 'Mark again',
  by: '{name} {time}',
  note: 'Note',
  list: 'Evidence',
  done: '{done} of {wanted} marked',
  missing: 'To be proved before it passes: {fields}',
  toMark: 'Mark',
  holds: 'Evidence holds',
  fieldChanged: 'The field was changed since; check again',
  pictureGone: 'The picture was replaced; mark again',
  freshFiles: '{count} new since the last review',
  noRegion: 'That part is too small; drag again',
  noField: 'The field is empty and needs no evidence',
  noPicture: 'That picture is not of this order; refresh and try again',
  tooMany: 'At most {max} marks an order',
  required: 'Mark the evidence of {fields} first',
}

export default evidence
