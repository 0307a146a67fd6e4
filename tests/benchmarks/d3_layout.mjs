// Lay out graphs with d3-force: node d3_layout.mjs PACKAGE_FOLDER, one graph a line on standard input
// ({"nodes": n, "edges": [[source, target], …]}), one answer a line
// ({"cpu_ms": …, "tick_ms": the median, "positions": [[x, y], …]}).
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const TICKS = 300;
const source = pathToFileURL(`${process.argv[2]}/src/index.js`);
const { forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import(source);

for await (const line of createInterface({ input: process.stdin })) {
  const graph = JSON.parse(line);
  const nodes = Array.from({ length: graph.nodes }, () => ({}));
  const links = graph.edges.map(([from, to]) => ({ source: from, target: to }));
  const start = process.cpuUsage();
  // The forces of d3's own example for graphs that may be disconnected; all at their defaults.
  const simulation = forceSimulation(nodes)
    .force("link", forceLink(links))
    .force("charge", forceManyBody())
    .force("x", forceX())
    .force("y", forceY())
    .stop();
  const ticks = Array.from({ length: TICKS }, () => {
    const before = process.cpuUsage();
    simulation.tick();
    return milliseconds(process.cpuUsage(before));
  });
  const positions = nodes.map(({ x, y }) => [x, y]);
  const median = ticks.sort((one, other) => one - other)[TICKS / 2];
  console.log(JSON.stringify({ cpu_ms: milliseconds(process.cpuUsage(start)), tick_ms: median, positions }));
}

function milliseconds({ user, system }) {
  return (user + system) / 1000;
}
