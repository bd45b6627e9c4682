import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { Arrange } from './place-nodes.ts';

interface Particle extends SimulationNodeDatum {
  readonly id: string;
  readonly radius: number;
}

const maxTicks = 150;
const seed = 42;

/** Places a graph by forces between its nodes; the same graph has the same places. */
export const arrangeForces: Arrange = (nodes, links) => {
  if (nodes.length === 0) return new Map();
  const particles = nodes.map(({ id, width, height }): Particle => ({ id, radius: Math.hypot(width, height) / 2 + 8 }));
  const springs = links.map(({ source, target }): SimulationLinkDatum<Particle> => ({ source, target }));
  forceSimulation(particles)
    .randomSource(createRandom(seed))
    .force('charge', forceManyBody<Particle>().strength(-400))
    .force('collide', forceCollide<Particle>(({ radius }) => radius).iterations(2))
    .force(
      'links',
      forceLink<Particle, SimulationLinkDatum<Particle>>(springs)
        .id(({ id }) => id)
        .distance(180),
    )
    .force('x', forceX<Particle>(0).strength(0.06))
    .force('y', forceY<Particle>(0).strength(0.09))
    .stop()
    .tick(maxTicks);
  const corners = nodes.map(({ id, width, height }, index) => {
    const { x = 0, y = 0 } = particles[index] ?? {};
    return { id, x: x - width / 2, y: y - height / 2 };
  });
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  return new Map(corners.map(({ id, x, y }) => [id, { x: x - left, y: y - top }]));
};

/** Numbers from 0 to 1 by a linear congruential generator. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
