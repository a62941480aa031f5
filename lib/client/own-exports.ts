import { href } from '../routes.ts'

/** 我的导出, for a kit, which knows no page. */
export const ownExportsAddress = href('ownExports')
