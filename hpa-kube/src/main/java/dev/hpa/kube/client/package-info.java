/** The way to the API server: connection, requests, watches. */
@NullMarked
package dev.hpa.kube.client;

import org.jspecify.annotations.NullMarked;
