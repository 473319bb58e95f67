/** What an API server serves, and which resource a kind is. */
@NullMarked
package dev.hpa.kube.discovery;

import org.jspecify.annotations.NullMarked;
