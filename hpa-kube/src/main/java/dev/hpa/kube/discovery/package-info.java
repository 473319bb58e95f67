/** Discovery of the APIs of a server, and the mapping of kinds to resources. */
@NullMarked
package dev.hpa.kube.discovery;

import org.jspecify.annotations.NullMarked;
