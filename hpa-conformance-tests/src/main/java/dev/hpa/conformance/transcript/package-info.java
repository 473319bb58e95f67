/** Transcripts of what an implementation did, and expectations of them. */
@NullMarked
package dev.hpa.conformance.transcript;

import org.jspecify.annotations.NullMarked;
