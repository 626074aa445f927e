// The policy files of `robots test`, as assertions of the package.

import { parse } from "./pkg/smol-toml/index.js";

/**
 * The assertions of a policy.
 *
 * @param {string} text TOML
 * @param {string} before the file that `equivalent-to` refers to
 * @throws {Error} if it is not TOML, or makes no sense
 */
export function assertionsOf(text, before) {
  const { assert = [], file, ...others } = parse(text);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`there is no \`${unknown}\`; write [[assert]]`);
  if (!Array.isArray(assert) || assert.length === 0) throw new Error("there is no [[assert]], so nothing would be tested");
  return assert.map((table, index) => {
    const { "equivalent-to": other, equivalentTo, sitemap, ...rest } = table;
    if (sitemap !== undefined) throw new Error(`assertion ${index + 1}: \`sitemap\` only works in the \`robots\` program`);
    if (equivalentTo !== undefined) throw new Error(`assertion ${index + 1}: write \`equivalent-to\``);
    return other === undefined ? rest : { ...rest, equivalentTo: before };
  });
}

export const EXAMPLE = `# Search engines find the products, and nobody the checkout.
[[assert]]
allowed = ["/products/", "/*.css$"]
except = ["/products/*/draft"]
agents = ["@search"]

[[assert]]
disallowed = ["/checkout"]
agents = ["*", "Googlebot"]
`;
