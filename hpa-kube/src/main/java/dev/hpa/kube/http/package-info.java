/**
 * What a Kubernetes client makes of HTTP: when it tries again, which answers it can read, and the
 * texts of failures.
 */
@NullMarked
package dev.hpa.kube.http;

import org.jspecify.annotations.NullMarked;
