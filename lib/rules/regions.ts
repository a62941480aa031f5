import type { DictItem } from '../domains/configuration/rules/dict-item.ts'

/**
 * GB/T 2260 codes: all provinces, and for each the capital with one of its districts, which is what the demo needs.
 * A tenant loads the full table into `dict_item`.
 */
const table = `
110000 北京市 110100 北京市 110105 朝阳区
120000 天津市 120100 天津市 120103 河西区
130000 河北省 130100 石家庄市 130102 长安区
140000 山西省 140100 太原市 140105 小店区
150000 内蒙古自治区 150100 呼和浩特市 150102 新城区
210000 辽宁省 210100 沈阳市 210102 和平区
220000 吉林省 220100 长春市 220102 南关区
230000 黑龙江省 230100 哈尔滨市 230102 道里区
310000 上海市 310100 上海市 310115 浦东新区
320000 江苏省 320100 南京市 320102 玄武区
330000 浙江省 330100 杭州市 330106 西湖区
340000 安徽省 340100 合肥市 340104 蜀山区
350000 福建省 350100 福州市 350102 鼓楼区
360000 江西省 360100 南昌市 360102 东湖区
370000 山东省 370100 济南市 370102 历下区
410000 河南省 410100 郑州市 410105 金水区
420000 湖北省 420100 武汉市 420106 武昌区
430000 湖南省 430100 长沙市 430103 天心区
440000 广东省 440100 广州市 440106 天河区 440300 深圳市 440305 南山区
450000 广西壮族自治区 450100 南宁市 450103 青秀区
460000 海南省 460100 海口市 460106 龙华区
500000 重庆市 500100 重庆市 500103 渝中区
510000 四川省 510100 成都市 510104 锦江区
520000 贵州省 520100 贵阳市 520102 南明区
530000 云南省 530100 昆明市 530102 五华区
540000 西藏自治区 540100 拉萨市 540102 城关区
610000 陕西省 610100 西安市 610113 雁塔区
620000 甘肃省 620100 兰州市 620102 城关区
630000 青海省 630100 西宁市 630103 城中区
640000 宁夏回族自治区 640100 银川市 640104 兴庆区
650000 新疆维吾尔自治区 650100 乌鲁木齐市 650102 天山区
710000 台湾省
810000 香港特别行政区
820000 澳门特别行政区
`

/** Code of the region one level up; undefined for a province. */
export function parentRegion(code: string): string | undefined {
  if (code.endsWith('0000')) return undefined
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

/** Rows of the dictionary `region`, three levels linked by `parentCode`. */
export const regionItems: readonly DictItem[] = [...table.matchAll(/(\d{6}) (\S+)/g)].map(
  ([, code = '', label = '']) => {
    const parentCode = parentRegion(code)
    return parentCode ? { code, label, parentCode } : { code, label }
  },
)
