@NullMarked
package dev.hpa.benchmarks.recommend;

import org.jspecify.annotations.NullMarked;
