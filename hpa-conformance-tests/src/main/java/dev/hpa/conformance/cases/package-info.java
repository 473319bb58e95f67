/** The test cases: actions in a cluster, and expectations of the implementation. */
@NullMarked
package dev.hpa.conformance.cases;

import org.jspecify.annotations.NullMarked;
