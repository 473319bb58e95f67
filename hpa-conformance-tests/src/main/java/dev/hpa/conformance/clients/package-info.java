/**
 * Recorded conversations of Kubernetes' own clients with API servers, replayed to a metric provider
 * or scale client: it has to ask the same, wait as long, and make the same of the answers.
 */
@NullMarked
package dev.hpa.conformance.clients;

import org.jspecify.annotations.NullMarked;
