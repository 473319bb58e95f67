/** API server client: connections, credentials, requests, lists and watches. */
@NullMarked
package dev.hpa.kube.client;

import org.jspecify.annotations.NullMarked;
