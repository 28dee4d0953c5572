import { seaViewLivingRoom } from '/work/main/server/demo/render/places/sea-view-living-room.ts'
import { bakeLight } from '/work/main/server/demo/render/light-baker.ts'
import { layPatches } from '/work/main/server/demo/render/light-patches.ts'
const p = seaViewLivingRoom()
const l = layPatches(p)
console.log(l.pointCount, l.atlasHeight)
const big = l.patches.map(q=>[q.width*q.height,q.solid,q.face]).sort((a,b)=>b[0]-a[0]).slice(0,30)
console.log(big.map(b=>b.join('/')).join(' '))
console.time('bake'); bakeLight(p, 16); console.timeEnd('bake')
