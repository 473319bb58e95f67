@NullMarked
package dev.hpa.conformance.run;

import org.jspecify.annotations.NullMarked;
