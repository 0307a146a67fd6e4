// Lay out graphs with d3-force: node d3_layout.mjs PACKAGE_FOLDER, one graph a line on standard input
// ({"nodes": n, "edges": [[source, target], …]}), one answer a line ({"cpu_ms": …, "positions": [[x, y], …]}).
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const TICKS = 300;
const source = pathToFileURL(`${process.argv[2]}/src/index.js`);
const { forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import(source);

for await (const line of createInterface({ input: process.stdin })) {
  const graph = JSON.parse(line);
  const nodes = Array.from({ length: graph.nodes }, () => ({}));
  const links = graph.edges.map(([from, to]) => ({ source: from, target: to }));
  const before = process.cpuUsage();
  // The forces of d3's own example for graphs that may be disconnected; all at their defaults.
  forceSimulation(nodes)
    .force("link", forceLink(links))
    .force("charge", forceManyBody())
    .force("x", forceX())
    .force("y", forceY())
    .stop()
    .tick(TICKS);
  const used = process.cpuUsage(before);
  const positions = nodes.map(({ x, y }) => [x, y]);
  console.log(JSON.stringify({ cpu_ms: (used.user + used.system) / 1000, positions }));
}
