package dev.hpa.kube.discovery;

import java.util.List;
import java.util.Map;

/**
 * All that a server serves.
 *
 * @param groups core first
 * @param resources by group version; versions that could not be read are absent
 */
record ServedApis(List<ApiGroup> groups, Map<String, List<ApiResource>> resources) {}
