/** The way to the API server: connection, requests, watches. */
@NullMarked
package dev.hpa.app.cluster;

import org.jspecify.annotations.NullMarked;
