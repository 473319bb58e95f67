/**
 * Kubernetes objects in files, as people write them: {@code convert} brings autoscalers into
 * another version, {@code lint} tells what the API server would refuse and what will not work as it
 * reads.
 */
@NullMarked
package dev.hpa.cli.manifests;

import org.jspecify.annotations.NullMarked;
