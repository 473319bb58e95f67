/** Recommendations for recorded loads, judged by the part of each load that was held back. */
@NullMarked
package dev.hpa.benchmarks.recommend;

import org.jspecify.annotations.NullMarked;
