@NullMarked
package dev.hpa.sandbox.workload;

import org.jspecify.annotations.NullMarked;
