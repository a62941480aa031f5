/** The three demo tenants of domain.md 5.3 with where their shops are; their brands are in lib/bff/tenants.ts. */
export const demoTenants = [
  {
    id: 1,
    code: 'blq',
    name: '蓝桥示例汽车金融',
    bizModes: ['sale_leaseback', 'assist_loan'],
    sells: ['noInsure', 'bd2', 'hzhcld', 'bdzgcld', 'bdzgcldv2', 'bdcerld', 'hqxhld', 'bdbzrld'],
    collectOpen: true,
    region: ['110000', '110100', '110105'],
  },
  {
    id: 2,
    code: 'qhe',
    name: '青禾示例融资租赁',
    bizModes: ['direct_lease', 'sale_leaseback'],
    sells: ['noInsure', 'jdzlld', 'hqxhld'],
    collectOpen: true,
    region: ['320000', '320100', '320102'],
  },
  {
    id: 3,
    code: 'yfd',
    name: '云帆示例助贷',
    bizModes: ['assist_loan', 'joint_loan'],
    sells: ['bd2', 'hzhcld', 'bdcerld', 'lhdld', 'bdbzrld'],
    collectOpen: true,
    region: ['440000', '440300', '440305'],
  },
] as const

export type DemoTenant = (typeof demoTenants)[number]
