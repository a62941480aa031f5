import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/pictures.ts'

const pictures: Shape<typeof zh> = {
  viewer: 'Pictures',
  count: '{index} of {total}',
  previous: 'Previous (←)',
  next: 'Next (→)',
  zoomIn: 'Zoom in (+)',
  zoomOut: 'Zoom out (−)',
  scale: 'Scale',
  fit: 'Fit (0)',
  rotate: 'Rotate (R)',
  show: 'Show {label} {name}',
  download: 'Download',
  failed: 'The picture could not be loaded',
  none: 'No materials uploaded yet',
  fresh: 'New',
}

export default pictures
