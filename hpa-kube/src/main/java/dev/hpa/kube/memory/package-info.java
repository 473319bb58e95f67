/** The memory that objects, responses and records of others may take: one pool, in parts. */
@NullMarked
package dev.hpa.kube.memory;

import org.jspecify.annotations.NullMarked;
