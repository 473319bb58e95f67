package dev.hpa.kube.discovery;

import java.util.List;
import java.util.Map;

/**
 * All APIs of a server.
 *
 * @param groups core first
 * @param resources by group version; versions that cannot be read are absent
 */
record ServedApis(List<ApiGroup> groups, Map<String, List<ApiResource>> resources) {}
